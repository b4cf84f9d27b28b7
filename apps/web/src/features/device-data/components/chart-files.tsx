/** Buttons to export the values and the picture of a chart. */
import { DownloadOutlined, PictureOutlined } from '@ant-design/icons';
import { App, Button, Tooltip } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartPicture, drawChartPicture } from '../../../charts/picture-frame.ts';
import { downloadBlob, downloadText } from '../../../lib/download.ts';

interface ChartFilesProps {
  /** Name of the chart in the button labels. */
  readonly name: string;
  /** File name without extension. */
  readonly fileName: string;
  /** True if the chart has no data. */
  readonly isEmpty: boolean;
  readonly csv: () => string;
  readonly picture: () => ChartPicture;
}

export function ChartFiles({ name, fileName, isEmpty, csv, picture }: ChartFilesProps) {
  const { t } = useTranslation('analysis');
  const { message } = App.useApp();
  const [isDrawing, setDrawing] = useState(false);
  const [csvLabel, pngLabel] = [t('analysis:save.csv', { name }), t('analysis:save.png', { name })];

  async function savePicture() {
    setDrawing(true);
    try {
      downloadBlob(`${fileName}.png`, await drawChartPicture(picture()));
    } catch {
      message.error(t('analysis:save.failed'));
    } finally {
      setDrawing(false);
    }
  }

  return (
    <span className="line inline gap-4 push">
      <Tooltip title={csvLabel}>
        <Button
          type="text"
          size="small"
          icon={<DownloadOutlined />}
          aria-label={csvLabel}
          disabled={isEmpty}
          onClick={() => downloadText(`${fileName}.csv`, csv(), 'text/csv')}
        >
          CSV
        </Button>
      </Tooltip>
      <Tooltip title={pngLabel}>
        <Button
          type="text"
          size="small"
          icon={<PictureOutlined />}
          aria-label={pngLabel}
          disabled={isEmpty}
          loading={isDrawing}
          onClick={() => void savePicture()}
        >
          PNG
        </Button>
      </Tooltip>
    </span>
  );
}
