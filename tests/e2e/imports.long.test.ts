import { describe, it } from 'vitest';
import { openedImports } from './openedImports.ts';

describe('an import in the console', () => {
  const imports = openedImports();

  it('speaks Chinese, also about the cells', async () => {
    const other = await imports.console.open('/clients/import', { as: 'demo', locale: 'zh-CN' });
    const { page: chinese } = other;
    await chinese.setInputFiles('input[type=file]', {
      name: '客户.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('code,客户名称,stage\nz1,王伟,成交\nz2,李娜,不明\n'),
    });
    await chinese.getByRole('button', { name: '检查各行' }).click();
    await chinese.getByText('请输入以下之一', { exact: false }).first().waitFor();
    await other.expectAccessible();
    await other.context.close();
  });
});
