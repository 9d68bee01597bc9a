import { entryProblems } from './entryProblems.ts';
import { menuLoss } from './menuLoss.ts';
import type { MenuItem } from './MenuItem.ts';
import type { Message } from './Message.ts';
import { moveItem, type MenuMove } from './moveItem.ts';
import { followRedirects } from './redirects.ts';

/** Reason why a move isn't possible, or null. Sibling order is never a reason. */
export function moveObstacle(items: readonly MenuItem[], move: MenuMove): Message | null {
  const item = items.find(({ id }) => id === move.id);
  if (!item || item.parent_id === move.parent_id) return null;
  const after = followRedirects(items, moveItem(items, move));
  const moved = after.find(({ id }) => id === move.id) ?? item;
  const [problem] = Object.values(entryProblems(moved, after, () => true));
  if (problem) return problem;
  const loss = menuLoss(items, after, move.id);
  return loss ? { key: loss.kind === 'wayBack' ? 'menu_way_back' : 'menu_redirected_to' } : null;
}
