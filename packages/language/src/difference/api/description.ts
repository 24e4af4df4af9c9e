import type { ClauseAddress } from '../../model/clause.ts';

/** The form of a value on the wire, as far as programs depend on it. */
export interface WireSchema {
  /** `string`, `integer`, `date`, `array`, `object`, …; `any` where nothing is said. */
  readonly type: string;
  readonly nullable: boolean;
  /** The names that a choice has. */
  readonly values?: readonly string[];
  readonly bounds?: {
    readonly of: 'length' | 'value' | 'items';
    readonly least: string | null;
    readonly most: string | null;
  };
  readonly pattern?: string | null;
  readonly items?: WireSchema;
  readonly properties?: Readonly<Record<string, WireProperty>>;
}

export interface WireProperty {
  readonly schema: WireSchema;
  readonly required: boolean;
  readonly clause: ClauseAddress;
}

/** An operation that programs call. */
export interface Operation {
  /** `POST /api/claims`. */
  readonly name: string;
  readonly clause: ClauseAddress;
  readonly parameters: Readonly<Record<string, WireProperty>>;
  /** Null: no body is read. */
  readonly request: WireSchema | null;
  /** By status; null: the answer has no body. */
  readonly responses: Readonly<Record<string, WireSchema | null>>;
}

export type ApiDescription = ReadonlyMap<string, Operation>;

export const ANY: WireSchema = { type: 'any', nullable: false };
