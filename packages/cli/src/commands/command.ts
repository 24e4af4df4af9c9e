import type { Command } from 'commander';

/** One command of `nonet`: adds itself to the program. */
export type Register = (program: Command) => void;
