import { NAMES_CODES } from '../../../diagnostics/codes/names.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { skeletonOf } from '../../derived/skeleton.ts';
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';

interface Named {
  readonly name: string;
  readonly clause: string;
}

/** Readers take two names of one kind that look alike for one. */
export function checkLookAlikes(model: Model, context: Context): void {
  for (const [what, names] of namesIn(model)) {
    const first = new Map<string, Named>();
    for (const named of names) {
      const skeleton = skeletonOf(named.name);
      const other = first.get(skeleton);
      if (other === undefined) first.set(skeleton, named);
      if (other === undefined || other.name === named.name) continue;
      const span = context.placeOf(named.clause);
      if (!span) continue;
      const place = context.placeOf(other.clause);
      context.report('N096', NAMES_CODES.N096, { what, name: named.name, other: other.name }, span, {
        clause: named.clause,
        ...(place && { related: [{ span: place, message: 'It looks like this one.' }] }),
      });
    }
  }
}

/** The names of a document, by what is looked for among them. */
function* namesIn(model: Model): Generator<readonly [DetailsOf<'N096'>['what'], readonly Named[]]> {
  yield ['screens', model.screens];
  yield ['entities', model.entities];
  for (const { name, fields } of model.entities) {
    yield [{ because: 'fields', of: name }, fields];
    for (const field of fields) {
      if (field.type.kind !== 'enum') continue;
      yield [
        { because: 'choices', of: `${name}.${field.name}` },
        field.type.values.map((choice) => ({ name: choice.name, clause: field.clause })),
      ];
    }
  }
  for (const { entity, states, events } of model.states) {
    yield [{ because: 'states', of: entity }, states];
    yield [
      { because: 'events', of: entity },
      events.flatMap(({ name, transitions }) => transitions.slice(0, 1).map(({ clause }) => ({ name, clause }))),
    ];
  }
  yield ['rules', model.rules];
  yield ['roles', model.roles];
  yield ['calls', [...model.calls, ...model.papers, ...model.received, ...model.feeds, ...model.accountMails]];
  yield ['errors', model.errors.map(({ code, clause }) => ({ name: code, clause }))];
  yield ['constants', model.constants];
}
