import type { Ask, Effect } from '@nonet/language';
import { expect } from 'vitest';
import type { Case } from './world.ts';

/** The behaviour of each effect of a `then` (4). */
export const EFFECTS: Readonly<Record<Effect['kind'] | 'if', Case>> = {
  async set(words) {
    expect(await words.event(await words.thing(), 'set')).toMatchObject({ count: 2, status: 'open' });
    const twin = await words.thing();
    await words.event(await words.thing({ twin }), 'set_twin');
    expect(await words.read(twin)).toMatchObject({ note: 'from its twin' });
  },
  async create(words) {
    const id = await words.thing();
    await words.event(id, 'create_log');
    expect(await words.must(200, 'GET', `/api/logs?about=${id}`)).toMatchObject({ items: [{ note: 'created' }] });
  },
  async delete(words) {
    const twin = await words.thing();
    expect(await words.event(await words.thing({ twin }), 'delete_twin')).toMatchObject({ twin: null });
    await words.must(404, 'GET', `/api/things/${twin}`);
  },
  async fire(words) {
    const twin = await words.thing();
    const id = await words.thing({ twin });
    await words.event(id, 'fire_twin');
    expect(await words.read(twin)).toMatchObject({ status: 'closed' });
    expect(await words.event(id, 'fire_twin', {}, 409)).toMatchObject({ code: 'INVALID_TRANSITION' });
  },
  async 'fire each'(words) {
    const id = await words.thing();
    const pointing = [
      await words.thing({ twin: id }),
      await words.thing({ twin: id }),
      await words.thing({ twin: id }),
    ];
    await words.event(id, 'fire_first');
    const states = async () => Promise.all(pointing.map(async (one) => (await words.read(one))['status']));
    expect(await states()).toEqual(['closed', 'open', 'open']);
    // The first of none is none.
    await words.event(await words.thing(), 'fire_first');
    const other = await words.thing();
    const both = [await words.thing({ twin: other }), await words.thing({ twin: other })];
    await words.event(other, 'fire_each');
    for (const one of both) expect(await words.read(one)).toMatchObject({ status: 'closed' });
  },
  async for(words) {
    const id = await words.thing({ parts: [{ label: 'a' }, { label: 'b' }, { label: 'c' }] });
    expect(await words.event(id, 'for_parts')).toMatchObject({
      parts: [{ done: true }, { done: false }, { done: true }],
    });
  },
  async if(words) {
    expect(await words.event(await words.thing({ kind: 'big' }), 'when_big')).toMatchObject({ note: 'big' });
    expect(await words.event(await words.thing(), 'when_big')).toMatchObject({ note: null });
  },
};

/** The fields and inputs that an event asks for (4); those with `?` may be left out. */
export const ASKS: Readonly<Record<Ask['kind'], Case>> = {
  async field(words) {
    const id = await words.thing();
    expect(await words.event(id, 'ask', {}, 422)).toMatchObject({ code: 'REQUIRED', errors: [{ field: 'note' }] });
    expect(await words.event(id, 'ask', { note: 'because' })).toMatchObject({ note: 'because' });
    expect(await words.event(id, 'ask', { name: 'other' }, 400)).toMatchObject({ code: 'INVALID' });
    expect(await words.event(id, 'ask_or_not')).toMatchObject({ note: 'because' });
  },
  async child(words) {
    const id = await words.thing({ parts: [{ label: 'a' }] });
    expect(await words.event(id, 'ask_part', {}, 422)).toMatchObject({ errors: [{ field: 'parts' }] });
    expect(await words.event(id, 'ask_part', { parts: { label: 'b' } })).toMatchObject({
      parts: [{ label: 'a' }, { label: 'b' }],
    });
    expect((await words.event(id, 'ask_part_or_not'))['parts']).toHaveLength(2);
  },
  async input(words) {
    const id = await words.thing();
    expect(await words.event(id, 'ask_input', { really: false }, 409)).toMatchObject({ code: 'UNSURE' });
    expect(await words.event(id, 'ask_input', { really: true })).toMatchObject({ note: 'really' });
    expect(await words.read(id)).not.toHaveProperty('really');
  },
};
