import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ApiError } from '../api.ts';
import type { SetSuggestions } from '../contract.ts';
import { Dialog } from '../dialog.tsx';
import { Failure, useAction } from '../forms.tsx';
import { request } from '../session.ts';
import { SetSearch } from '../set-search.tsx';

/** What browsers that read barcodes offer; the types of the DOM do not know it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type Detectors = { readonly BarcodeDetector?: new (options: { formats: readonly string[] }) => Detector };

const { BarcodeDetector } = globalThis as Detectors;
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e'];
const BETWEEN_LOOKS_MS = 200;

/** Shows what the camera sees until it has read a barcode. The camera is off when this is gone. */
function Camera({ onRead }: { onRead: (barcode: string) => Promise<void> }): JSX.Element {
  const video = useRef<HTMLVideoElement>(null);
  const read = useAction(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).catch(() => {
      throw new ApiError('NoCamera', 'The camera could not be used. Allow it for this page, or type the number.');
    });
    const stop = (): void => stream.getTracks().forEach((track) => track.stop());
    try {
      const detector = new BarcodeDetector!({ formats: FORMATS });
      for (let isFirst = true; video.current !== null; isFirst = false) {
        if (isFirst) {
          video.current.srcObject = stream;
          await video.current.play();
        }
        const [found] = await detector.detect(video.current);
        if (found) return await onRead(found.rawValue);
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
      }
    } finally {
      stop();
    }
  });
  useEffect(() => read.run(), []);
  return (
    <>
      <video class="camera" ref={video} muted playsInline aria-label="What the camera sees" />
      <Failure error={read.error} />
    </>
  );
}

/** Finds a set by number, name or barcode from any page, and opens its page. */
export default function SearchDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const { route } = useLocation();
  const [isReading, setReading] = useState(false);
  const open = (setNumber: string): void => {
    onClose();
    route(`/account/sets/${setNumber}`);
  };
  const readBarcode = async (barcode: string): Promise<void> => {
    const { sets } = await request<SetSuggestions>('GET', `/sets/search?q=${barcode}`);
    if (sets[0] === undefined) throw new ApiError('NotFound', `No set has the barcode ${barcode}. Try its number.`);
    open(sets[0].set_number);
  };
  return (
    <Dialog title="Search sets" class="search-dialog" onClose={onClose}>
      <SetSearch label="Number, name or barcode" autofocus onPick={({ set_number }) => open(set_number)} />
      {isReading ? (
        <Camera onRead={readBarcode} />
      ) : (
        BarcodeDetector !== undefined && (
          <button type="button" class="button wide" onClick={() => setReading(true)}>
            Scan a barcode
          </button>
        )
      )}
    </Dialog>
  );
}
