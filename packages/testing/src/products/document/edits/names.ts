import type { Dice } from '../dice.ts';
import { cellsOf, everywhere, ruled, storedFields, type Version, withRow } from './rows.ts';

export function renameField(text: string, dice: Dice, fresh: (word: string) => string): Version | null {
  const field = dice.maybe(storedFields(text).filter(({ rules }) => !/\b(was|from)\b/.test(rules)));
  if (field === undefined) return null;
  const name = fresh(field.name.replace(/_\d+$/, ''));
  const rules = ruled(`was ${field.name}`, everywhere(field.rules, field.name, name));
  return {
    text: withRow(everywhere(text, field.name, name), field, { rules }),
    edit: `${field.entity}.${field.name} is ${name}`,
    renamed: [field.name, name],
  };
}

/** The first cells of the tables with this first header. */
export function wordsOf(text: string, header: string): string[] {
  const words = new Set<string>();
  let isTable = false;
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) isTable = false;
    else if (line.startsWith(`| ${header} |`)) isTable = true;
    else if (isTable && !line.startsWith('| ---')) words.add(cellsOf(line)[0] ?? '');
  }
  // The conditions of all events (`any`, `any except …`) are no names.
  return [...words].filter((word) => word !== 'create' && !/^any( except|$)/.test(word));
}

/** A state, an event or a role by another name, with what it was in a column of its tables. */
export function renameWord(text: string, dice: Dice, header: string, words: readonly string[]): Version | null {
  const word = dice.maybe(words);
  if (word === undefined || text.includes('| was |')) return null;
  const name = `new_${word}`;
  let isTable = false;
  const lines = everywhere(text, word, name)
    .split('\n')
    .map((line) => {
      if (!line.startsWith('|')) isTable = false;
      else if (line.startsWith(`| ${header} |`)) {
        isTable = true;
        return `${line} was |`;
      } else if (isTable)
        return line.startsWith('| ---') ? `${line} --- |` : `${line} ${cellsOf(line)[0] === name ? word : ''} |`;
      return line;
    });
  return { text: lines.join('\n'), edit: `the ${header} ${word} is ${name}`, word: [word, name] };
}

export function renameChoice(text: string): Version | null {
  if (!text.includes('enum(low, ')) return null;
  const renamed = text
    .replaceAll('"low"', '"small"')
    .replaceAll('| low |', '| small |')
    .replaceAll('enum(low, ', 'enum(small was low, ');
  return { text: renamed, edit: 'the choice low is small', word: ['low', 'small'] };
}
