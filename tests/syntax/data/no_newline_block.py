if a:
    b  # c