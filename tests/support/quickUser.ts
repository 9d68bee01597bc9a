import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';

/** Types and clicks without pauses, and without asking jsdom for the style of each ancestor, which takes most of the time. */
export const quickUser = () => userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
