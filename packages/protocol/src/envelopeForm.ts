import { CODE_OK, CODE_SESSION_ENDED } from './envelope.ts';
import type { EnvelopeForm, OwnForm, Preset } from './envelopeFormSchema.ts';

/** The place that stands for the whole response. */
export const WHOLE = '$';

/** A response format with all defaults filled in. */
export interface Envelope {
  /** Null if the HTTP status decides. */
  success: NonNullable<OwnForm['success']> | null;
  sessionEnded: NonNullable<OwnForm['sessionEnded']> | null;
  data: string;
  /** Places of the message for the user; the first with a text counts. */
  message: readonly string[];
  errors: NonNullable<OwnForm['errors']>;
  /** Null for a format of which only the places are known. */
  preset: Preset | null;
}

const BARE: Envelope = {
  success: null,
  sessionEnded: null,
  data: WHOLE,
  message: ['message'],
  errors: 'errors',
  preset: null,
};

export const CONSOLE_ENVELOPE: Envelope = {
  success: { at: 'code', in: [CODE_OK] },
  sessionEnded: { at: 'code', in: [CODE_SESSION_ENDED] },
  data: 'data',
  message: ['msg'],
  errors: 'data.errors',
  preset: 'console',
};

/** Fills in the defaults of a response format. */
export function toEnvelope(form: EnvelopeForm): Envelope {
  if (form === 'console') return CONSOLE_ENVELOPE;
  if (typeof form === 'string') return { ...BARE, preset: form };
  const { success = null, sessionEnded = null, data = WHOLE, message = 'message', errors = 'errors' } = form;
  return { success, sessionEnded, data, message: [message], errors, preset: null };
}

/** True for a back end that the providers know, and that has only the calls for records. */
export function isPlainPreset(form: unknown): form is Exclude<Preset, 'console'> {
  return typeof form === 'string' && form !== 'console';
}

/** True for a preset that maps each call, so that fields may have other names. */
export function isMappedPreset(form: unknown): form is Exclude<Preset, 'console' | 'simple-rest'> {
  return isPlainPreset(form) && form !== 'simple-rest';
}

/** Joins a place to the one that contains it: `data` and `list` → `data.list`. */
export function placeBelow(outer: string, inner: string): string {
  return outer === WHOLE ? inner : `${outer}.${inner}`;
}
