/** Offered beside a colour of one's own; each has a name in the texts. */
export const PRESET_COLORS = {
  blue: '#1890ff',
  sky: '#409eff',
  teal: '#13c2c2',
  green: '#11a983',
  red: '#f5222d',
  violet: '#6959cd',
  slate: '#304156',
  graphite: '#212121',
} as const;
