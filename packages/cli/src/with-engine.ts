import { createEngine, Refusal, type RunningEngine } from '@nonet/engine';
import { type Plan, messageFormatIn } from '@nonet/language';
import { openDatabase } from './database.ts';
import { databaseFailure } from './database-failure.ts';
import { Failure } from './failure.ts';

export interface Product {
  readonly plan: Plan;
  /** The document's absolute path. */
  readonly file: string;
  readonly data: string;
  readonly mode: 'dev' | 'production';
  /** The time without an answer after which a connection counts as lost; 0: no limit. */
  readonly answerMilliseconds?: number;
  /** The tenant whose product it is. */
  readonly tenant?: string;
}

/**
 * Opens the engine for commands that work on a product's data, with or without its server running, and
 * closes it. They change no schema: the document has to be the one in use. A refusal by the document becomes a
 * `Failure` that names every broken rule.
 */
export async function withEngine<Result>(
  product: Product,
  work: (engine: RunningEngine) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ ...product, beside: true });
  try {
    const engine = await createEngine({
      plan: product.plan,
      databaseUrl: database.url,
      environment: database.environment,
      change: 'none',
      ...(product.answerMilliseconds === undefined
        ? {}
        : { timeouts: { answerMilliseconds: product.answerMilliseconds } }),
    });
    try {
      return await work(engine);
    } finally {
      await engine.close();
    }
  } catch (error) {
    throw error instanceof Refusal ? refusalFailure(error) : databaseFailure(error, database.place);
  } finally {
    await database.close();
  }
}

function refusalFailure(refusal: Refusal): Failure {
  const lines = refusal.errors.map(
    ({ field, message, clause }) =>
      `${field ? `${field}: ` : ''}${messageFormatIn('en').message(message)}${clause ? ` (${clause})` : ''}`,
  );
  return new Failure(
    lines.length === 1 ? (lines[0] ?? '') : [refusal.message, ...lines.map((line) => `  ${line}`)].join('\n'),
  );
}
