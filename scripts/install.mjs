// Installs the packages, including the tools for tests and checks, unless they are already installed.
import { ensurePackages } from './packages.mjs';

ensurePackages({ development: true });
