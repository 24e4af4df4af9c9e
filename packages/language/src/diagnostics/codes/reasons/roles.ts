import type { Action } from '../../../vocabulary/verbs.ts';
import { withArticle } from '../../article.ts';

/** The reasons why nobody updates a field. */
export const UNSET_REASONS = {
  computed: 'it is computed',
  derived: 'the product sets it',
  state: 'it changes by the events of point 4',
} as const;

/** How a message says that people do something to an entity, or may do it. */
const WORDS = {
  read: { does: 'reads', mayDo: 'read' },
  create: { does: 'creates', mayDo: 'create' },
  update: { does: 'updates', mayDo: 'update' },
  delete: { does: 'deletes', mayDo: 'delete' },
  restore: { does: 'restores', mayDo: 'restore' },
  export: { does: 'exports', mayDo: 'export' },
  import: { does: 'imports', mayDo: 'import' },
  erase: { does: 'erases', mayDo: 'erase' },
  merge: { does: 'merges', mayDo: 'merge' },
  history: { does: 'sees the history of', mayDo: 'see the history of' },
} as const satisfies Readonly<Record<Action, { readonly does: string; readonly mayDo: string }>>;

/** “update Claim”, “see the history of Claim”: behind “may”. */
export function wordsOfMayDo(action: Action, entity: string): string {
  return `${WORDS[action].mayDo} ${entity}`;
}

/** An action of somebody on an entity, or on a field of it. */
export interface CellAction {
  readonly action: Action;
  readonly entity: string;
  /** Null if the whole record is meant. */
  readonly field: string | null;
}

/** “updates Claim”, “sets `note` of Claim or deletes Claim”. */
export function wordsOfCellActions(actions: readonly CellAction[]): string {
  return actions
    .map(({ action, entity, field }) =>
      field === null
        ? `${WORDS[action].does} ${entity}`
        : `${action === 'read' ? 'reads' : 'sets'} \`${field}\` of ${entity}`,
    )
    .join(' or ');
}

/** The reasons why a cell allows nobody anything, or only people with a further role. */
export const UNUSABLE_REASONS = {
  as: ({ action, entity, field }: { readonly action: string; readonly entity: string; readonly field: string }) =>
    `it is for whoever may ${action} the ${entity} that \`${field}\` refers to, which point 6 lets nobody`,
  createAlone: 'an import creates records, and only a further role lets them create one',
  createNever: 'an import creates records, and whoever this is for may never create one',
  noneDeleted: ({ entity }: { readonly entity: string }) =>
    `nobody may delete ${withArticle(entity)}, and nothing else does, so there is none to restore`,
  readAlone: 'every action presupposes `read`, and only a further role lets them read the record then',
  readNever: 'every action presupposes `read`, and whoever this is for may never read the record then',
  rowRead: 'the row `read` never lets the same role read the record then',
} as const;
