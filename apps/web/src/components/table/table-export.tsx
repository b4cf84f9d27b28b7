/** Exports all filtered rows as CSV; reads them page by page with the current filters. */
import { DownloadOutlined } from '@ant-design/icons';
import { App, Button, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/error-text.ts';
import { downloadText } from '../../lib/download.ts';
import { toCsv } from '../../lib/formats/csv.ts';
import type { DataColumn } from './data-column.ts';

/** Rows per request, and the maximum in a file, because the browser holds the file in memory. */
const CHUNK_ROWS = 400;
const MAX_EXPORT_ROWS = 50_000;

interface TableExportProps<Row> {
  columns: readonly DataColumn<Row>[];
  total: number;
  readPage: (page: number, size: number) => Promise<{ rows: readonly Row[]; total: number }>;
  fileName: string;
}

export function TableExport<Row>({ columns, total, readPage, fileName }: TableExportProps<Row>) {
  const { t } = useTranslation('shell');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const [done, setDone] = useState<number | null>(null);

  async function save() {
    setDone(0);
    try {
      const rows: Row[] = [];
      for (let page = 1; rows.length < MAX_EXPORT_ROWS; page += 1) {
        const answer = await readPage(page, CHUNK_ROWS);
        rows.push(...answer.rows);
        setDone(rows.length);
        if (answer.rows.length === 0 || rows.length >= answer.total) break;
      }
      const exported = columns.filter((column) => column.isForScreenOnly !== true);
      const text = toCsv(
        exported.map((column) => column.title),
        rows.map((row) => exported.map((column) => column.value(row))),
      );
      downloadText(`${fileName}.csv`, text, 'text/csv');
      if (rows.length >= MAX_EXPORT_ROWS && total > rows.length) {
        message.warning(t('shell:table.export-cut', { count: rows.length }));
      } else {
        message.success(t('shell:table.export-done', { count: rows.length }));
      }
    } catch (error) {
      message.error(errorText(error));
    } finally {
      setDone(null);
    }
  }

  const label =
    done === null ? t('shell:table.export') : t('shell:table.exporting', { count: done });
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        icon={<DownloadOutlined />}
        loading={done !== null}
        disabled={total === 0}
        aria-label={label}
        onClick={() => void save()}
      />
    </Tooltip>
  );
}
