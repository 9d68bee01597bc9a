import type { Page } from 'playwright-core';
import type { Translate } from '@merchant-console/declaration';

/** Used by a picture's steps. */
export interface Stage {
  page: Page;
  /** The texts of the picture's language. */
  t: Translate;
  /** Clicks the button with this name, the first one if there are several. */
  press(name: string): Promise<void>;
}

export interface Picture {
  name: string;
  /** The address to open first. */
  address: string;
  /** Continues from there until the page shows the state to capture. */
  show(stage: Stage): Promise<unknown>;
  /** The window size at which the state doesn't exist. */
  lacks?: 'phone';
}
