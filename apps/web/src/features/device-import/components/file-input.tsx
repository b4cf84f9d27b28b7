/** A button that opens the system's file dialog, also by keyboard. */
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';

interface FileInputProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isMain: boolean;
  readonly isReading: boolean;
  readonly onFile: (file: File) => void;
}

export function FileInput({ label, icon, isMain, isReading, onFile }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Allows the same file to be selected again after it was corrected.
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <Button
        type={isMain ? 'primary' : 'default'}
        icon={icon}
        loading={isReading}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
