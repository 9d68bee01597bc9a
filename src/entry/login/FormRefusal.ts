import type { Translate } from '@merchant-console/declaration';

/** Mends the cause of a refusal at the press of a button. */
export interface Remedy {
  /** Text key of the button. */
  label: string;
  run: () => void | Promise<void>;
}

interface RefusalOptions extends ErrorOptions {
  remedy?: Remedy;
}

/** Error with a message for the user of a form. */
export class FormRefusal extends Error {
  /** Text keys or translated messages, by field. */
  readonly fields: Record<string, string>;
  /** Values for the placeholders of the message. */
  readonly args: Record<string, string | number>;
  /** What the form offers next to the message, or null. */
  readonly remedy: Remedy | null;

  /** @param message text key or translated message about the form as a whole */
  constructor(
    message: string,
    fields: Record<string, string> = {},
    args: Record<string, string | number> = {},
    { remedy, ...options }: RefusalOptions = {},
  ) {
    super(message, options);
    this.name = 'FormRefusal';
    this.fields = fields;
    this.args = args;
    this.remedy = remedy ?? null;
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

/** A refusal whose cause is mended by loading the page again. */
export function reloadRefusal(message: string, location: Pick<Location, 'reload'>, cause?: unknown): FormRefusal {
  return new FormRefusal(message, {}, {}, { cause, remedy: { label: 'login.reload', run: () => location.reload() } });
}
