import { text } from 'node:stream/consumers';
import { guessablePassword } from '@nonet/engine';
import { type Field, type Plan, messageFormatIn } from '@nonet/language';
import { Failure } from '../../failure.ts';
import { ask } from './ask.ts';
import { describeField, requiredFields } from './required-fields.ts';

/** The part of a new account that the command line states. */
export interface Given {
  readonly name?: string;
  readonly set?: Readonly<Record<string, string>>;
  readonly password: boolean;
}

export interface Asked {
  /** Null if the document computes it, or does not ask for it. */
  readonly name: string | null;
  /** Null: the account has none yet. */
  readonly password: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Values that the document requires of a User and the command line lacks: asks for them at a terminal, otherwise
 * refuses with all of them, each with the option that states it.
 */
export async function askForRest(plan: Plan, email: string, given: Given): Promise<Asked> {
  const isAsked = process.stdin.isTTY;
  const set = { ...given.set };
  const missing = requiredFields(plan).filter(({ name }) => !(name in set));
  if (!isAsked && missing.length > 0) throw new Failure(missingText(missing));
  for (const field of missing) set[field.name] = await ask(`${describeField(field)}: `);
  const name = await nameFor(plan, email, given.name, isAsked);
  const password = given.password ? await passwordFor(plan, { email, name }, isAsked) : null;
  return { name, fields: set, password };
}

function missingText(missing: readonly Field[]): string {
  const lines = missing.map((field) => `  --set ${field.name}=…  ${describeField(field)}`);
  return ['The document requires more of a User:', ...lines].join('\n');
}

async function nameFor(plan: Plan, email: string, given: string | undefined, isAsked: boolean): Promise<string | null> {
  const field = plan.entities.find(({ name }) => name === 'User')?.fields.find(({ name }) => name === 'name');
  if (field === undefined || field.computed !== null) {
    if (given === undefined) return null;
    throw new Failure(
      'The document computes the name of a User: leave out --name, and set the fields that it reads with --set.',
      2,
    );
  }
  if (given !== undefined) return given;
  if (!field.required || field.default !== null || field.when !== null) return null;
  const standard = email.split('@')[0] ?? email;
  return isAsked ? (await ask(`${field.label} (${standard}): `)).trim() || standard : standard;
}

async function passwordFor(
  plan: Plan,
  owner: { readonly email: string; readonly name: string | null },
  isAsked: boolean,
): Promise<string> {
  const least = plan.settings.passwordLength;
  const characters = `at least ${messageFormatIn('en').number(least)} characters`;
  const short = `The password needs ${characters}.`;
  const problemOf = async (password: string): Promise<string | null> => {
    if (Array.from(password).length < least) return short;
    const guessable = await guessablePassword(plan, password, owner);
    return guessable && messageFormatIn('en').message(guessable);
  };
  if (isAsked) {
    for (;;) {
      const password = await ask(`Password for ${owner.email} (${characters}): `, { secret: true });
      const problem = await problemOf(password);
      if (problem === null) return password;
      process.stderr.write(`${problem}\n`);
    }
  }
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  const problem = await problemOf(password);
  if (problem === null) return password;
  throw new Failure(
    password === '' ? `${short} It is read from standard input; --no-password adds the account without one.` : problem,
  );
}
