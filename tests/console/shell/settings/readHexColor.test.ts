import { expect, it } from 'vitest';
import { readHexColor } from '#console/shell/settings/SettingsPanel.tsx';

it.each([
  ['#1890FF', '#1890ff'],
  [' 1890ff ', '#1890ff'],
  ['#189', null],
  ['#1890fg', null],
  ['red', null],
  ['', null],
])('%j is %j', (text, color) => expect(readHexColor(text)).toBe(color));
