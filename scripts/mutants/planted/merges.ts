import type { Planted } from './planted-fault.ts';

const merge = 'packages/engine/src/run/merge.ts';

/** Faults of merging two records. */
export const MERGE_FAULTS: readonly Planted[] = [
  {
    what: 'the record that goes by a merge is only read, and not judged',
    file: merge,
    from: "goes = await lockFor(write, name, merge.from, 'merge');",
    to: "goes = await lockFor(write, name, merge.from, 'read');",
  },
  {
    what: 'a merge takes no values',
    file: merge,
    from: 'differs = await updateRecord(write, name, id, values.values);',
    to: 'differs = await updateRecord(write, name, id, new Map());',
  },
  {
    what: 'the address of a merged record leads nowhere',
    file: 'packages/engine/src/run/merged-into.ts',
    from: 'if (gone === null || index.findEntity(entity) === null) return null;',
    to: 'if (gone !== null || index.findEntity(entity) === null) return null;',
  },
];
