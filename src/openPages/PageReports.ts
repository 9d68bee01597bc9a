import type { Label } from '#shared/i18n/label.ts';

/** What open pages tell the shell of themselves. The same object for the whole session. */
export interface PageReports {
  unsaved(path: string, isUnsaved: boolean): void;
  finished(path: string, isFinished: boolean): void;
  titled(path: string, title: Label): void;
}
