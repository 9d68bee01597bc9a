import type { Translate } from '#shared/i18n/translator.ts';

/** What sending a form rejects with when there is something to tell its user. */
export class FormRefusal extends Error {
  /** Text keys, or words in the user's language, by field. */
  readonly fields: Record<string, string>;
  /** Values for the placeholders of the message. */
  readonly args: Record<string, string | number>;

  /** @param message text key, or words in the user's language, about the form as a whole */
  constructor(message: string, fields: Record<string, string> = {}, args: Record<string, string | number> = {}) {
    super(message);
    this.name = 'FormRefusal';
    this.fields = fields;
    this.args = args;
  }

  /** Anything that is no refusal, such as a part of the program that could not be fetched, counts as no answer. */
  static of(error: unknown): FormRefusal {
    if (error instanceof FormRefusal) return error;
    console.error(error);
    return new FormRefusal('errors.network');
  }

  text(translate: Translate): string {
    return translate(this.message, { _: this.message, ...this.args });
  }
}
