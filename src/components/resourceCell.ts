import { humanise } from '#shared/format/humanise.ts';
import type { CustomCell } from './CustomCell.ts';

/** The key of a resource as people call it. */
export const resourceCell: CustomCell = ({ text, context }) =>
  context.translate(`resources.${text}.name`, { _: humanise(text) });
