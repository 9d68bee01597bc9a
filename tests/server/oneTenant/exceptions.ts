/** Statements of the server that break the principle, and why they still do. */
export interface Exception {
  /** Matches the statement's text, in which white space is one blank. */
  pattern: RegExp;
  why: string;
}

const EXPIRED = 'removes expired rows of all tenants each hour; takes no lock that a call waits for';

/** The list may only shrink: mend a new statement instead, and remove an entry when its statements are mended. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    pattern: /^insert into notifications .* \(select name from merchants where merchant_id = \$\d+\)\)/,
    why: 'operators are told the name of the merchant, which every node has',
  },
  {
    pattern: /^insert into merchant_descendants /,
    why: 'a new merchant is entered under each merchant above it',
  },
  {
    pattern: /^select revision from "channels" where "id" = \$1 for update$/,
    why: 'operators change a channel by its ID alone',
  },
  { pattern: /^delete from changes where at </, why: EXPIRED },
];
