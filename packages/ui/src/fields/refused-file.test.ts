import { expect, test } from 'vitest';
import { refusedFile } from './refused-file.ts';

const BY = { locale: 'en', most: 1000, tooLarge: (most: number) => `At most ${most}.` };
const receipt = { kind: 'file', fileTypes: ['pdf', 'jpg'], label: 'Receipt' } as {
  kind: 'file';
  fileTypes: string[];
  label: string;
};
const photo = { kind: 'image', fileTypes: null, label: 'Photo' } as const;
const any = { kind: 'file', fileTypes: null, label: 'File' } as const;

test.each([
  [receipt, 'r.txt', 10, 'Receipt takes pdf, jpg files; r.txt is not one of them.'],
  [receipt, 'r.PDF', 10, null],
  [receipt, 'r.jpeg', 10, null],
  [receipt, 'r.pdf', 1001, 'At most 1000.'],
  [receipt, 'a scan without an ending', 10, null],
  [photo, 'r.svg', 10, 'Photo takes images; r.svg is not one of them.'],
  [photo, 'r.webp', 10, null],
  [any, 'r.exe', 10, null],
])('%o is chosen %s of %i bytes: %s', (field, name, size, refusal) => {
  expect(refusedFile(field, { name, size }, BY)).toBe(refusal);
});
