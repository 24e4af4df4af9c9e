import type { ScreenActionView } from '@nonet/client';
import type { Words } from '../words/en.ts';

export function actionLabel(action: ScreenActionView, words: Words): string {
  switch (action.kind) {
    case 'copy':
      return words.copyRecord;
    case 'edit':
      return words.edit;
    case 'delete':
      return words.delete;
    case 'restore':
      return words.restore;
    case 'erase':
      return words.erase;
    case 'merge':
      return words.merge;
    case 'export':
      return words.exportCsv;
    case 'import':
      return words.importCsv;
    case 'subscribe':
      return words.subscribe;
    case 'create':
      return words.create('').trim();
    case 'event':
    case 'link':
    case 'create from':
      return action.label;
  }
}
