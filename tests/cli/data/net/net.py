x = relay.var("x", shape=(4, 64))
y = relay.reshape(x, (256,))
z = relay.reshape(y, (1, 4, 8, 8))
out = relay.nn.batch_norm(z, gamma, beta, mean, var)[0]
