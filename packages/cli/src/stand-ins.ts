import { addUser, createSessions, Refusal, type RunningEngine } from '@nonet/engine';
import { sayIn } from '@nonet/language';
import { type StandIn, standInsOf } from '@nonet/proof';

export interface StandIns {
  /** By e-mail address: those who are there. */
  readonly emails: readonly string[];
  /** Those whom the document admits only with what a person has to make up. */
  readonly refused: readonly { readonly standIn: StandIn; readonly reason: string }[];
}

/**
 * For `nonet dev` alone: adds an account for each role of point 6 that no demo record holds, as `nonet user add` would,
 * so that what the role may do can be tried. Who is there from an earlier start stays as they are.
 */
export async function addStandIns(engine: RunningEngine): Promise<StandIns> {
  const sessions = createSessions(engine.pool, engine.index);
  const emails: string[] = [];
  const refused: { standIn: StandIn; reason: string }[] = [];
  for (const standIn of standInsOf(engine.plan, engine.clock(), environmentOf(engine))) {
    const [there] = await sessions.accountsOf([standIn.email]);
    const reason = there === undefined ? await add(engine, standIn) : null;
    if (reason === null) emails.push(standIn.email);
    else refused.push({ standIn, reason });
  }
  return { emails, refused };
}

/** Why the document does not admit them; null where it does. */
async function add(engine: RunningEngine, { email, name, roles, fields }: StandIn): Promise<string | null> {
  try {
    await addUser(engine, { email, name, roles, fields, passwordHash: null });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const said = error.errors.map(
      (each) => `${each.field === null ? '' : `${each.field}: `}${sayIn('en').message(each.message)}`,
    );
    return said.length === 0 ? error.message : said.join(' ');
  }
}

function environmentOf({ index }: RunningEngine): Record<string, string> {
  return Object.fromEntries(
    Object.entries(index.environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
