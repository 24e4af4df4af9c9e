import type { ExampleAction, Field } from '@nonet/language';
import { evaluate } from '../../reference/evaluate.ts';
import { fits } from '../../reference/fire.ts';
import { perform, type Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import { assigned } from '../../reference/assigned.ts';
import type { World } from '../../reference/world.ts';
import type { Body } from '../../reference/body.ts';
import { withFiles } from '../../search/draft.ts';
import { inputField } from '../records/answers.ts';
import { plainBody } from '../records/plain-fixtures.ts';
import { distanceFromExample } from './consequence.ts';
import { namesIn, subjectOf, type ExampleCase } from './example-case.ts';

/**
 * The distance between the action's result and the example's, tried on a copy of the world; `open` are values for what
 * the example leaves open.
 */
export function tryOut(exampleCase: ExampleCase, world: World, about: string | null, as: Actor, open: Body): number {
  const copy = world.fork();
  const request = requestOf(exampleCase, copy, about, as, open);
  const asked =
    'body' in request
      ? { ...request, body: withFiles(request.body, (type) => copy.addFile({ type, by: as })) }
      : request;
  return distanceFromExample(exampleCase, perform(copy, as, asked), about, as);
}

/** The action as a request. Asked values that the example does not state get the plainest ones. */
export function requestOf(
  exampleCase: ExampleCase,
  world: World,
  about: string | null,
  as: Actor,
  open: Body,
): Request {
  const { context, example } = exampleCase;
  const { does } = example;
  const entity = entityIn(exampleCase);
  if (does === null) throw new Error(`${example.clause} does nothing.`);
  switch (does.kind) {
    case 'create':
      return { kind: 'create', entity, body: { ...open, ...stated(exampleCase, does, world, about, as) } };
    case 'update':
      return { kind: 'update', entity, id: idOf(about), body: stated(exampleCase, does, world, about, as) };
    case 'delete':
      return { kind: does.kind, entity, id: idOf(about) };
    case 'event':
    case 'create by': {
      const rows = context.lookup.event(entity, does.event)?.transitions ?? [];
      const state = about === null ? null : world.view(about)?.[context.lookup.workflow(entity)?.field ?? ''];
      const starts = rows.filter(({ from }) =>
        about === null ? from === 'new' : from === null || from.includes(String(state)),
      );
      // Only rows that this actor may cause count: another actor's row may ask for more.
      const theirs = starts.filter((row) => fits({ world, lookup: context.lookup, actor: as }, row, world.view(about)));
      const asking = theirs.length === 0 ? starts : theirs;
      const asked = Object.assign({}, ...asking.map((row) => plainBody(context, entity, row, as))) as Body;
      const body = { ...asked, ...open, ...stated(exampleCase, does, world, about, as) };
      return { kind: 'fire', entity, id: about, event: does.event, body };
    }
  }
}

/** The entity of the record that the action is done to, or that it creates. */
export function entityIn({ example }: ExampleCase): string {
  const { does } = example;
  return does !== null && 'entity' in does ? does.entity : (subjectOf(example)?.entity ?? '');
}

function idOf(about: string | null): string {
  if (about === null) throw new Error('The action needs a record.');
  return about;
}

function stated(exampleCase: ExampleCase, does: ExampleAction, world: World, about: string | null, as: Actor): Body {
  if (!('values' in does)) return {};
  const { lookup } = exampleCase.context;
  const entity = entityIn(exampleCase);
  const names = namesIn(exampleCase, world, about, as);
  const asks = 'event' in does ? (lookup.event(entity, does.event)?.transitions ?? []).flatMap((row) => row.asks) : [];
  return Object.fromEntries(
    Object.entries(does.values).map(([name, expression]) => {
      const input = asks.find((ask) => ask.kind === 'input' && ask.name === name);
      const field: Field | null = input?.kind === 'input' ? inputField(input) : lookup.field(entity, name);
      const value = evaluate(world, expression, names);
      return [name, field === null || value === null ? null : assigned(value, lookup, field.type)];
    }),
  );
}
