import type { Page } from 'playwright-core';
import type { Translate } from '#shared/i18n/translator.ts';

/** What the steps to a picture need. */
export interface Stage {
  page: Page;
  /** The texts of the picture's language. */
  t: Translate;
  /** Presses the button of this name, the first if there are several. */
  press(name: string): Promise<void>;
}

export interface Picture {
  name: string;
  /** Opened first. */
  address: string;
  /** Goes on from there to what the picture is to show. */
  show(stage: Stage): Promise<unknown>;
  /** Such a window does not have it. */
  lacks?: 'phone';
}
