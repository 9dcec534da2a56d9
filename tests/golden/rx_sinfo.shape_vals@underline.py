R.Shape([1, n, n + m])
            ^  ^   ^