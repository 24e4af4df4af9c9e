import type { FileView } from '@nonet/client';
import type { Reader } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { standardRefusal } from '../problem/standard.ts';

/** The product's uploads. */
export interface Files {
  /** Keeps an upload until a record refers to it. `type` is what its content has. */
  store(reader: Reader, file: { name: string; type: string; content: Buffer }): Promise<FileView>;
  /** @throws {Refusal} NOT_FOUND unless the reader uploaded it or may read a record's field that holds it. */
  read(reader: Reader, id: string): Promise<{ name: string; type: string; content: Buffer }>;
}

export function unavailableFiles(plan: Plan): Files {
  const refuse = async () => {
    throw standardRefusal(plan, 'UNAVAILABLE');
  };
  return { store: refuse, read: refuse };
}
