/** What can be done with the tab of a path. The same object always, so that tabs need not be drawn anew. */
export interface TabActions {
  open(path: string): void;
  /** Builds the page anew, with fresh data. */
  refresh(path: string): void;
  close(path: string): void;
  /** Goes to the tab's page; of the others only the pinned ones stay, and nothing of what was in them. */
  closeOthers(path: string): void;
  closeAll(): void;
}
