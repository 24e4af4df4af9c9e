import { parseArgs } from 'node:util';

/** One argument of a script. */
interface Argument {
  /** The value as the help shows it; `N`: a number that is not negative. Absent: the argument takes no value. */
  readonly value?: string;
  readonly default?: string;
  /** Its purpose in a few words. */
  readonly help: string;
}

type Arguments = Readonly<Record<string, Argument>>;

type Values<Of extends Arguments> = {
  readonly [Name in keyof Of]: Of[Name] extends { readonly value: string }
    ? Of[Name] extends { readonly default: string }
      ? string
      : string | undefined
    : boolean;
};

/**
 * Reads the arguments of a script. `--help` prints what the script does and its arguments; an unknown argument is
 * reported in one line with the known ones, and ends the script with 2.
 */
export function readArguments<const Of extends Arguments>(about: string, known: Of): Values<Of> {
  const read = valuesFrom(about, known, process.argv.slice(2));
  if (read.kind === 'values') return read.values;
  if (read.kind === 'help') {
    console.log(read.text);
    process.exit(0);
  }
  return refuseArguments(read.text);
}

/** Reports a wrong argument, and ends the script with 2. */
export function refuseArguments(why: string): never {
  console.error(why);
  process.exit(2);
}

type Read<Of extends Arguments> =
  | { readonly kind: 'values'; readonly values: Values<Of> }
  | { readonly kind: 'help' | 'refused'; readonly text: string };

/** The values of the given arguments, or the text with which the script ends. */
export function valuesFrom<const Of extends Arguments>(about: string, known: Of, given: readonly string[]): Read<Of> {
  const help = helpOf(about, known);
  try {
    const options = Object.fromEntries(
      Object.entries(known).map(([name, { value, default: otherwise }]) => [
        name,
        value === undefined
          ? ({ type: 'boolean', default: false } as const)
          : ({ type: 'string', ...(otherwise === undefined ? {} : { default: otherwise }) } as const),
      ]),
    );
    const { values: read } = parseArgs({
      args: [...given],
      options: { ...options, help: { type: 'boolean', short: 'h', default: false } },
    });
    const values: Readonly<Record<string, string | boolean | undefined>> = read;
    if (values['help'] === true) return { kind: 'help', text: help };
    for (const [name, { value }] of Object.entries(known)) {
      const is = values[name];
      if (value === 'N' && is !== undefined && !(is !== '' && Number(is) >= 0))
        return { kind: 'refused', text: `--${name} takes a number, not “${is}”.\n\n${help}` };
    }
    return { kind: 'values', values: values as unknown as Values<Of> };
  } catch (error) {
    // `parseArgs` reports unknown arguments with these codes; any other error is a fault of the script.
    if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')))
      throw error;
    return { kind: 'refused', text: `${error.message}\n\n${help}` };
  }
}

function helpOf(about: string, known: Arguments): string {
  const rows = Object.entries(known).map(([name, { value, default: otherwise, help }]) => [
    `--${name}${value === undefined ? '' : ` ${value}`}`,
    `${help}${otherwise === undefined || otherwise === '' ? '' : ` (${otherwise})`}`,
  ]);
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return `${about}\n\n${rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`).join('\n')}`;
}
