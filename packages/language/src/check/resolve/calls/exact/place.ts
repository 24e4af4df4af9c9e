import type { Scope } from '../../../../expression/scope.ts';
import type { Type } from '../../../../expression/type.ts';
import type { Constant } from '../../../../model/constants.ts';
import type { Context } from '../../../context.ts';
import type { Declared } from '../../../declared.ts';
import { recordType, TEXT, userType } from '../../types.ts';

/** What shapes and exact calls are read with. */
export interface ShapePlace {
  readonly context: Context;
  readonly declared: Declared;
  readonly constants: readonly Constant[];
  /** The entity of each shape; null where it is none, which is reported at the shape. */
  readonly shapes: ReadonlyMap<string, string | null>;
}

/** What the parts of one call are read with. */
export interface CallPlace extends ShapePlace {
  /** `GET /articles/{slug}`. */
  readonly call: string;
  readonly parameters: readonly string[];
  /** Whether somebody who is not signed in may call. */
  readonly anonymous: boolean;
}

/** `request`: what an exact call may read of its own request. */
const REQUEST: Type = {
  kind: 'object',
  properties: { origin: TEXT, token: { kind: 'text', nullable: true } },
  nullable: false,
};

/** What a shape is read on: one record, whoever looks. What is null shows as null. */
export function shapeScope(entity: string): Scope {
  const variables = { this: recordType(entity), user: userType(true), request: REQUEST };
  return { variables, bare: ['this'], purpose: 'message' };
}

/** What a call reads of its request: `user`, `path`, `query` and `body`, whose values take the type that they meet. */
export function requestVariables(place: CallPlace): Readonly<Record<string, Type>> {
  const given: Type = { kind: 'given', nullable: false };
  const properties = Object.fromEntries(place.parameters.map((name) => [name, given]));
  return {
    user: userType(place.anonymous),
    path: { kind: 'object', properties, nullable: false },
    query: given,
    body: given,
    request: REQUEST,
  };
}
