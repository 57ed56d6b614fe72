"""A connection to a language server."""
import json
import subprocess


class Connection:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0

    def send(self, **message):
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.process.stdin.flush()

    def notify(self, method, parameters):
        self.send(method=method, params=parameters)

    def answer(self, method, parameters):
        """Sends a request, and returns the message that answers it."""
        self.last += 1
        self.send(id=self.last, method=method, params=parameters)
        while True:
            length = 0
            while line := self.process.stdout.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                raise SystemExit(f"no answer to {method}")
            message = json.loads(self.process.stdout.read(length))
            if "method" in message:
                self.handle(message)
            elif message.get("id") == self.last:
                return message

    def handle(self, message):
        """Takes a notification or a request of the server."""
