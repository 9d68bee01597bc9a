/** The inputs of a menu entry's form, fetched together. */
export { MenuAddressInput } from './MenuAddressInput.tsx';
export { MenuIconInput } from './MenuIconInput.tsx';
export { MenuPageInput } from './MenuPageInput.tsx';
export { MenuParentInput } from './MenuParentInput.tsx';
export { MenuRedirectInput } from './MenuRedirectInput.tsx';
