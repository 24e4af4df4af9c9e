import { expect, test } from 'vitest';
import { withId } from './introduce.ts';

// 3, `title`: a record without a text of its own is called by its id.
test('a record’s symbol is replaced by its id, also within its title', () => {
  const stated = { id: '@Parcel:1', _title: 'No. @Parcel:1', again: '@Parcel:1', other: '@Parcel:12', size: 3 };
  expect(withId({ ...stated, other: '@Task:1' }, '@Parcel:1', 7)).toEqual({
    id: 7,
    _title: 'No. 7',
    again: 7,
    other: '@Task:1',
    size: 3,
  });
});
