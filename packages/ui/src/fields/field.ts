import type { EntityView, FieldView } from '@nonet/client';
import type { FieldType } from '@nonet/language';
import type { ComponentType } from 'react';
import type { FieldErrors } from '../data/errors.ts';

/** The kinds of field of the language; one file each, and one entry each in the table. */
export type FieldKind = FieldType['kind'];

export interface ViewProps {
  field: FieldView;
  /** In the wire's form; never null or undefined, which are not shown. */
  value: unknown;
  /** In a table's cell: one line. */
  dense: boolean;
}

export interface InputProps {
  field: FieldView;
  /** The path in its form: `purpose`, `lines.0.amount`. */
  path: string;
  /** The id by which the form links to it; undefined outside of forms. */
  id: string | undefined;
  /** The draft, in the form that the kind's `toDraft` gives it. */
  value: unknown;
  /** Called with a value, or with what makes it of the one before: a list has others that are changed meanwhile. */
  onChange: (change: unknown) => void;
  /** The product's message about this field. */
  error: string | null;
  /** Another part shows the message: the input is marked, and described by it. */
  errorIsShown?: boolean;
  /** Errors below this field, by path from here: `0.amount`. */
  errorsBelow: FieldErrors;
  /** Accessible name; shown above the input unless `bare`. */
  label: string;
  required: boolean;
  /** In a table's cell: the label is not shown. */
  bare: boolean;
  /** Takes the focus when its dialog opens. */
  focused: boolean;
}

/** How one kind of field is shown, entered and converted between the wire and a form. */
export interface FieldParts {
  View: ComponentType<ViewProps>;
  Input: ComponentType<InputProps>;
  /** Numbers are at the right, with tabular digits. */
  numeric?: boolean;
  /** Takes the whole width of a form or record. */
  wide?: boolean;
  /** The wire's value as a form holds it. */
  toDraft: (value: unknown, field: FieldView, environment: FieldEnvironment) => unknown;
  /** The form's value as the wire takes it; `undefined` is left out. */
  toWire: (draft: unknown, field: FieldView, environment: FieldEnvironment) => unknown;
}

/** The parts that a kind which contains others (children) needs of the rest. */
export interface FieldEnvironment {
  parts: (kind: FieldKind) => FieldParts;
  entity: (name: string | null) => EntityView;
}
