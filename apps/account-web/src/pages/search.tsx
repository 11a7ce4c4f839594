import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ApiError } from '../api.ts';
import type { SetSuggestions } from '../contract.ts';
import { Dialog } from '../dialog.tsx';
import { Failure, useAction } from '../forms.tsx';
import { request } from '../session.ts';
import { SetSearch } from '../set-search.tsx';

/** BarcodeDetector, which the DOM types lack. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type Detectors = { readonly BarcodeDetector?: new (options: { formats: readonly string[] }) => Detector };

const { BarcodeDetector } = globalThis as Detectors;
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e'];
const BETWEEN_LOOKS_MS = 200;

export default function SearchDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const { route } = useLocation();
  const video = useRef<HTMLVideoElement>(null);
  const open = (setNumber: string): void => {
    onClose();
    route(`/account/sets/${setNumber}`);
  };
  const openByBarcode = async (barcode: string): Promise<void> => {
    const { sets } = await request<SetSuggestions>('GET', `/sets/search?q=${barcode}`);
    if (sets[0] === undefined) throw new ApiError('NotFound', `No set has the barcode ${barcode}. Try its number.`);
    open(sets[0].setNumber);
  };
  // Shows the camera until a barcode is read; turns it off afterwards.
  const scan = useAction(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).catch(() => {
      throw new ApiError('NoCamera', 'The camera could not be used. Allow it for this page, or type the number.');
    });
    try {
      const detector = new BarcodeDetector!({ formats: FORMATS });
      if (video.current !== null) video.current.srcObject = stream;
      await video.current?.play();
      while (video.current !== null) {
        const [found] = await detector.detect(video.current);
        if (found) return await openByBarcode(found.rawValue);
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
      }
    } finally {
      stream.getTracks().forEach((track) => track.stop());
    }
  });
  return (
    <Dialog title="Search sets" class="search-dialog" onClose={onClose}>
      <SetSearch label="Number, name or barcode" autofocus onPick={({ setNumber }) => open(setNumber)} />
      {BarcodeDetector !== undefined && (
        <button type="button" class="button wide" aria-disabled={scan.busy} onClick={scan.run}>
          Scan a barcode
        </button>
      )}
      {scan.busy && <video class="camera" ref={video} muted playsInline aria-label="What the camera sees" />}
      <Failure error={scan.error} />
    </Dialog>
  );
}
