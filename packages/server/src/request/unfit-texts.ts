import { message } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import { invalidKey, standardRefusal } from '../problem/standard.ts';

/**
 * Refuses texts that PostgreSQL can't hold (U+0000, half of a surrogate pair) in the bodies of the product's own routes and of
 * exact calls. Those of records are read field by field, and refused there with the field's own words.
 */
export function refuseUnfitTexts(server: FastifyInstance): void {
  server.addHook('preValidation', async (request) => {
    if (!request.url.startsWith('/api/-/')) return;
    const plan = request.running?.plan ?? null;
    const key = unfitKey(request.body, null);
    if (key !== null) {
      const words = message('unfitText', { key });
      throw standardRefusal(plan, 'INVALID', { words, errors: [invalidKey(key, words)] });
    }
    const path = request.answered === null ? '' : (request.originalUrl.split('?', 1)[0] ?? '');
    if (!isFit(decodeURIComponent(path))) throw standardRefusal(plan, 'INVALID', { words: message('invalidPath') });
  });
}

/** The top-level member of a body that contains such a text. */
function unfitKey(value: unknown, top: string | null): string | null {
  if (typeof value === 'string') return isFit(value) ? null : (top ?? 'body');
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const found = isFit(key) ? unfitKey(member, top ?? key) : (top ?? 'body');
    if (found !== null) return found;
  }
  return null;
}

function isFit(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
