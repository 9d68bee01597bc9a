import type { DraftField } from '../promptField.ts';

/** A field that was read from a sample. */
export interface GuessedField extends DraftField {
  label?: string;
  help?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  min?: number | string;
  max?: number | string;
  pattern?: string;
  readOnly?: true;
}

export interface Sample {
  /** A name for the resource, if the sample has one. */
  name: string | null;
  fields: readonly GuessedField[];
}
