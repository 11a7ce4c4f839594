// A process of its own that does nothing but answer: how long that takes is how long the host lets anybody wait.
process.on('message', (number) => process.send(number));
process.once('disconnect', () => process.exit(0));
