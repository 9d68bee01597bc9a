import type { Translate } from '#shared/i18n/translator.ts';

/** Error with a message for the user of a form. */
export class FormRefusal extends Error {
  /** Text keys or translated messages, by field. */
  readonly fields: Record<string, string>;
  /** Values for the placeholders of the message. */
  readonly args: Record<string, string | number>;

  /** @param message text key or translated message about the form as a whole */
  constructor(message: string, fields: Record<string, string> = {}, args: Record<string, string | number> = {}) {
    super(message);
    this.name = 'FormRefusal';
    this.fields = fields;
    this.args = args;
  }

  /** Any other error, such as code that failed to load, counts as a missing response. */
  static of(error: unknown): FormRefusal {
    if (error instanceof FormRefusal) return error;
    console.error(error);
    return new FormRefusal('errors.network');
  }

  text(translate: Translate): string {
    return translate(this.message, { _: this.message, ...this.args });
  }
}
