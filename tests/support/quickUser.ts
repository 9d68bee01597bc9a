import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';

/**
 * Types and clicks without delays. Skips jsdom's computed style of each ancestor, which would take most of the time.
 */
export const quickUser = () => userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
