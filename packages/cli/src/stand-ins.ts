import { addUser, createSessions, Refusal, type RunningEngine } from '@nonet/engine';
import { messageFormatIn } from '@nonet/language';
import { type StandIn, standInsOf } from '@nonet/proof';

export interface StandIns {
  /** The e-mail addresses of the stand-ins that exist. */
  readonly emails: readonly string[];
  /** Stand-ins that the document admits only with values that a person has to invent. */
  readonly refused: readonly { readonly standIn: StandIn; readonly reason: string }[];
}

/**
 * For `nonet dev` alone: adds an account for each role of point 6 that no demo record holds, as `nonet user add` would,
 * so that the role can be tried. Accounts of an earlier start stay as they are.
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

/** Why the document does not admit them; null if it does. */
async function add(engine: RunningEngine, { email, name, roles, fields }: StandIn): Promise<string | null> {
  try {
    await addUser(engine, { email, name, roles, fields, passwordHash: null });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const said = error.errors.map(
      (each) => `${each.field === null ? '' : `${each.field}: `}${messageFormatIn('en').message(each.message)}`,
    );
    return said.length === 0 ? error.message : said.join(' ');
  }
}

function environmentOf({ index }: RunningEngine): Record<string, string> {
  return Object.fromEntries(
    Object.entries(index.environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
