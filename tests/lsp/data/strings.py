"""Text of a script is no script in a string:

@T.prim_func
def text(A: T.Buffer((16,), "float32")):
    A[99] = T.flaot32(1)
"""
import tensorflow as tf
from tvm.script import tir as T

TEMPLATE = '''
@T.prim_func
def {name}(A: T.Buffer((16,), "float32")):
    A[99] = T.flaot32(1)
'''


@tf.function
def step(x):
    return tf.flaot32(x)


@T.prim_func
# a comment between a decorator and its function
def script(A: T.Buffer((16,), "float32")):
    """
def no_function(): the text of a docstring
"""
    A[16] = T.float32(1)
