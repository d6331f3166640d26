"""Load the harness named on the command line once, and print its facts."""

import sys

from tree import loader

module = loader()
module.boot(sys.argv[1], lambda stem: None)
print(module.refresh())
