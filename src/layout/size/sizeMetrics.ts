import type { Size } from './sizes.ts';

/** Names of the custom properties that the theme and the pages are drawn with. */
type Metric =
  | '--input-height'
  | '--button-height'
  /** Buttons and filters over a list, and other small buttons. */
  | '--tool-height'
  | '--icon-button-padding'
  | '--menu-item-height'
  /** Above and below the text of a table's cell: as such, and where the user wants lists compact. */
  | '--cell-padding'
  | '--cell-padding-compact'
  | '--head-padding';

/** Nothing that is pressed is lower than 24 px, at any size. */
export const SIZE_METRICS: Record<Size, Record<Metric, string>> = {
  default: {
    '--input-height': '40px',
    '--button-height': '40px',
    '--tool-height': '36px',
    '--icon-button-padding': '9px',
    '--menu-item-height': '40px',
    '--cell-padding': '13px',
    '--cell-padding-compact': '5px',
    '--head-padding': '10px',
  },
  medium: {
    '--input-height': '36px',
    '--button-height': '36px',
    '--tool-height': '32px',
    '--icon-button-padding': '8px',
    '--menu-item-height': '34px',
    '--cell-padding': '10px',
    '--cell-padding-compact': '3px',
    '--head-padding': '8px',
  },
  small: {
    '--input-height': '32px',
    '--button-height': '32px',
    '--tool-height': '30px',
    '--icon-button-padding': '6px',
    '--menu-item-height': '30px',
    '--cell-padding': '7px',
    '--cell-padding-compact': '2px',
    '--head-padding': '6px',
  },
  mini: {
    '--input-height': '28px',
    '--button-height': '28px',
    '--tool-height': '28px',
    '--icon-button-padding': '4px',
    '--menu-item-height': '28px',
    '--cell-padding': '4px',
    '--cell-padding-compact': '2px',
    '--head-padding': '4px',
  },
};
