<?php
declare(strict_types=1);
require __DIR__ . '/lib.php';
require __DIR__ . '/tools.php';
require __DIR__ . '/workers.php';
require __DIR__ . '/user.php';
try { dispatch(); }
catch (Done) {}
catch (Throwable $e) {
    error_log((string)$e);
    try { fail(500, 'Server error.'); } catch (Done) {}
}
