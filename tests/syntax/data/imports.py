# from tvm.script import ir as I
# from tvm.script import tir as T

import a
import a.b as c, d
from a import b
from a.b import (c as d, e,)
from . import f
from ..g.h import i  # behind
# from nothing
# import neither
