/** Reads a template file; errors are shown before anything is sent. */
import { readTemplateFile, type TemplateSets } from '@busbar/domain/protection/template';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

export function ImportButton({ onFile }: { onFile: (name: string, sets: TemplateSets) => void }) {
  const { t } = useTranslation(['protection-templates', 'protection']);
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const result = readTemplateFile(await file.text());
    if (result.ok) {
      setProblem(undefined);
      return onFile(result.template.name || file.name, result.template.sets);
    }
    const fields = result.reason === 'values' ? result.problems.map(({ field }) => field) : [];
    setProblem(
      t(`protection-templates:import.${result.reason}`, {
        file: file.name,
        fields: fields.join(', '),
      }),
    );
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('protection-templates:action.import')}
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>
        {t('protection-templates:action.import')}
      </Button>
      {problem !== undefined && <Alert type="error" showIcon title={problem} role="alert" />}
    </>
  );
}
