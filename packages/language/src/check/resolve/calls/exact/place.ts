import type { Scope } from '../../../../expression/scope.ts';
import type { Type } from '../../../../expression/type.ts';
import type { Constant } from '../../../../model/constants.ts';
import type { Context } from '../../../context.ts';
import type { Declared } from '../../../declared.ts';
import { recordType, TEXT, userType } from '../../types.ts';

/** The context in which shapes and exact calls are read. */
export interface ShapePlace {
  readonly context: Context;
  readonly declared: Declared;
  readonly constants: readonly Constant[];
  /** The entity of each shape; null if it is none, which is reported at the shape. */
  readonly shapes: ReadonlyMap<string, string | null>;
}

/** The context in which the parts of one call are read. */
export interface CallPlace extends ShapePlace {
  /** `GET /articles/{slug}`. */
  readonly call: string;
  readonly parameters: readonly string[];
  /** Whether somebody who is not signed in may call. */
  readonly anonymous: boolean;
}

/** `request`: the parts of its own request that an exact call may read. */
const REQUEST: Type = {
  kind: 'object',
  properties: { origin: TEXT, token: { kind: 'text', nullable: true } },
  nullable: false,
};

/** The scope of a shape: one record, for any reader. A null value is shown as null. */
export function shapeScope(entity: string): Scope {
  const variables = { this: recordType(entity), user: userType(true), request: REQUEST };
  return { variables, bare: ['this'], purpose: 'message' };
}

/** The variables of a call's request: `user`, `path`, `query` and `body`, whose values take the type that they meet. */
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
